// Builds the pages into a folder: each one file, whole in itself. Usage: node build.mjs FOLDER
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

// Whoever builds may be testing: the pages are the same for everybody.
process.env.NODE_ENV = "production";

const root = fileURLToPath(new URL(".", import.meta.url));

/** @param page the name of an HTML file here, without its ending */
async function buildPage(page) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input: join(root, `${page}.html`) },
    },
  });
  const html = output.find(({ fileName }) => fileName === `${page}.html`).source;
  return output.reduce(inlined, html);
}

/** The page with one of its files in the place where it was named. */
function inlined(html, file) {
  const name = file.fileName.replaceAll(".", "\\.");
  if (file.type === "chunk") {
    const script = file.code.trim().replaceAll("</script", "<\\/script");
    const tag = new RegExp(`<script[^>]*src="/${name}"[^>]*></script>`);
    // At the end of the page: there its element is.
    return html.replace(tag, "").replace("</body>", () => `<script type="module">${script}</script></body>`);
  }
  if (!file.fileName.endsWith(".css")) return html;
  return html.replace(new RegExp(`<link[^>]*href="/${name}"[^>]*>`), () => `<style>${file.source}</style>`);
}

const folder = resolve(process.argv[2]);
mkdirSync(folder, { recursive: true });
for (const page of ["index", "docs"]) writeFileSync(join(folder, `${page}.html`), await buildPage(page));
