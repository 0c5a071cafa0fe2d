// Makes page.html: everything the page needs in one file, with a place for the data.
// Usage: node build.mjs OUTPUT
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

async function bundle(file) {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    legalComments: "none", // the licences are shipped whole, below
    write: false,
  });
  return result.outputFiles[0].text;
}
// Packed, the program is a third of its size; every report has it.
const script = await bundle("src/main.ts");
const packed = gzipSync(script, { level: 9 }).toString("base64");
const unpack = await bundle("src/unpack.ts");
const style = readFileSync("src/page.css", "utf8");

// What the page contains of others, word for word as their licences ask for.
const packages = ["three", "fflate"];
const licences = packages.map((name) => {
  const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  return `${name} ${version} (${license})\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}\n`;
});
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

// Scripts and styles other than these very ones do not count, and nothing is fetched from anywhere but the server
// that the page came from, if there is one.
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hash(unpack)} ${hash(script)}; style-src ${hash(style)}; ` +
  "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

writeFileSync(process.argv[2], `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>globaldyn</title>
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<template id="licences">${escape(licences.join("\n\n----\n\n"))}</template>
<script type="text/plain" id="document">@DOCUMENT@</script>
<script type="text/plain" id="program">${packed}</script>
<script>${unpack}</script>
</body>
</html>
`);
