// Stands in for Electron's own default app, which the fallback runtime lacks: loads the folder named on the
// command line, after the modules named by -r (Playwright hooks in that way).
const { app } = require('electron');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const modules = [];
let target;
for (let index = 1; index < process.argv.length && target === undefined; index += 1) {
  const argument = process.argv[index];
  if (argument === '-r' || argument === '--require') modules.push(process.argv[++index]);
  else if (argument === '--version' || argument === '-v') {
    process.stdout.write(`v${process.versions.electron}\n`);
    process.exit(0);
  } else if (!argument.startsWith('-')) target = path.resolve(argument);
}
if (target === undefined) {
  process.stderr.write('usage: electron FOLDER [argument…]\n');
  process.exit(2);
}
if (modules.length > 0) Module._preloadModules(modules);

Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
try {
  const packageFile = path.join(target, 'package.json');
  if (fs.existsSync(packageFile)) {
    const description = JSON.parse(fs.readFileSync(packageFile, 'utf8'));
    if (description.version) app.setVersion(description.version);
    const name = description.productName ?? description.name;
    if (name) app.setName(name);
    app.setDesktopName(description.desktopName ?? `${app.name}.desktop`);
    app.setAppPath(target);
  } else {
    app.setAppPath(path.dirname(target));
  }
  Module._load(target, module, true);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
