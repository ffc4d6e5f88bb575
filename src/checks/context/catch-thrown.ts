/** What the work threw, which may be `undefined` too. @returns undefined if it threw nothing */
export async function catchThrown(work: () => Promise<void>): Promise<{ readonly thrown: unknown } | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    return { thrown }
  }
}
