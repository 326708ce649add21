/** What is wrong with the configuration file or an option; the message names the key. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}
