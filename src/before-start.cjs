// Loaded before any TypeScript. A Node that is too old gets one clear sentence instead of a stack trace; others cache what they
// compile, which saves a third of every later start.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Sightline needs Node 24 or newer; this is ${process.version}. ` +
      'Run it with npm (npm ci && npm start), which brings its own Node 24.\n',
  );
  process.exit(1);
}
require('node:module').enableCompileCache();
