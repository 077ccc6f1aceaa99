/** What is used of gifenc, which brings no types. */
declare module 'gifenc' {
  type Palette = number[][];
  type Encoder = {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { palette: Palette; delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  };
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colours: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  };
  export default gifenc;
}
