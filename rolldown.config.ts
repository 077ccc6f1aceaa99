/** `npm run build`: the bot as a few files in dist/, which the image starts; to load 1,400 modules takes more than twice as long. */
import { defineConfig } from 'rolldown';

export default defineConfig({
  // The second is a thread of the first.
  input: { main: 'src/main.ts', 'slot-thread': 'src/app/slot-thread.ts' },
  platform: 'node',
  // Loaded when it is first wanted, from node_modules as ever.
  external: ['pg'],
  resolve: {
    alias: {
      // Tables of Chinese and Japanese encodings, a fifth of the largest file: raw-body decodes with them only if asked to.
      'iconv-lite': false,
      // Bolt's own sockets, which slack/socket.ts replaces, with all of undici: its fetch, caches and mocks.
      '@slack/socket-mode': false,
    },
  },
  // Files that are read beside the code, and the thread that draws pictures.
  experimental: { resolveNewUrlToAsset: true },
  plugins: [
    {
      name: 'escape-non-ascii',
      generateBundle(_, files) {
        for (const file of Object.values(files))
          if (file.type === 'chunk') file.code = escapeNonAscii(file.code);
      },
    },
  ],
  // Node starts these in three quarters of the time that it takes for ES modules: it links none, and an import of one of
  // its own modules reads all exports, some of which load a part that nothing here needs, such as its fetch.
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    cleanDir: true,
    comments: false,
  },
});

/** One character beyond Latin-1 makes Node hold all of a file at two bytes a character, which takes twice as long to read. */
function escapeNonAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
