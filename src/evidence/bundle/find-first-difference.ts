/** The first byte at which two streams differ, or one ends; undefined if they are the same. */
export async function findFirstDifference(
  bytes: AsyncIterable<Uint8Array>,
  expectedBytes: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  const actual = bytes[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let at = 0
  for await (const expected of expectedBytes) {
    for (let from = 0; from < expected.byteLength; ) {
      if (rest.byteLength === 0) {
        const next = await actual.next()
        if (next.done) return at
        rest = next.value
      }
      const length = Math.min(rest.byteLength, expected.byteLength - from)
      const differs = findDifference(rest.subarray(0, length), expected.subarray(from, from + length))
      if (differs !== -1) {
        await actual.return?.()
        return at + differs
      }
      at += length
      from += length
      rest = rest.subarray(length)
    }
  }
  const more = rest.byteLength > 0 || !(await actual.next()).done
  await actual.return?.()
  return more ? at : undefined
}

/** The first place where two equally long arrays differ, or -1. A loop, because it sees every byte of a bundle. */
function findDifference(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.byteLength; at++) if (a[at] !== b[at]) return at
  return -1
}
