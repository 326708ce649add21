import { ConfigurationError } from "./configurationError.ts";

/** Which server a command is for. */
export interface ClientOptions {
  readonly url?: string;
  readonly config?: string;
  readonly port?: string;
  /** The reference's spellings. */
  readonly rpc_ip?: string;
  readonly rpc_port?: string;
}

const defaultPort = 5005;

/**
 * Where commands are posted to: a whole address, or a port of this machine, or the configuration file's port.
 * @throws ConfigurationError
 */
export async function clientUrl(options: ClientOptions): Promise<string> {
  if (options.url !== undefined) return checkedUrl(options.url);
  const [host, hostPort] = hostAndPort(options.rpc_ip ?? "127.0.0.1");
  const configured = await configuredPort(options.config);
  const port =
    checkedPort("--port", options.port) ??
    checkedPort("--rpc_port", options.rpc_port) ??
    checkedPort("--rpc_ip", hostPort) ??
    configured ??
    defaultPort;
  return checkedUrl(`http://${host}:${port}/`);
}

function checkedPort(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new ConfigurationError(`${option}: expected a port number, 0 to 65535`);
  return text;
}

async function configuredPort(config: string | undefined): Promise<number | undefined> {
  if (config === undefined) return undefined;
  const { readConfigurationFile } = await import("./configurationFile.ts");
  return readConfigurationFile(config).server?.port;
}

/** `127.0.0.1`, `127.0.0.1:5005`, `[::1]:5005`. */
function hostAndPort(text: string): [string, string | undefined] {
  const match = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(text);
  if (match === null) throw new ConfigurationError(`--rpc_ip: not an address: ${text}`);
  return [match[1]!, match[2]];
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !url.protocol.startsWith("http"))
    throw new ConfigurationError(`--url: not an http address: ${withoutCredentials(text)}`);
  return url.href;
}

/** An address to be shown: name and password in it are left out. */
export const withoutCredentials = (url: string): string => url.replace(/\/\/[^/]*@/, "//");
