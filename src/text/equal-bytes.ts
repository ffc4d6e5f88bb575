/** Whether both have the same bytes. For what is public: the time that it takes tells where they differ. */
export function areEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index])
}
