// Loaded before any TypeScript. A Node that is too old, or packages that are missing, get one clear sentence instead of a
// stack trace. What is compiled is cached, which saves a third of every later start.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Sightline needs Node 24 or newer; this is ${process.version}. ` +
      'Run it with npm (npm ci && npm start), which brings its own Node 24. ' +
      'If npm runs no install scripts here: npm rebuild node --ignore-scripts=false\n',
  );
  process.exit(1);
}
try {
  require.resolve('kysely');
} catch {
  process.stderr.write('Sightline’s packages aren’t installed. Run npm ci in its folder first.\n');
  process.exit(1);
}
require('node:module').enableCompileCache();
