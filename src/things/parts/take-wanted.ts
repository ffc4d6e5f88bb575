/** Goes through pages until enough of what is wanted was found, so that what is rare and old is found too. */
export async function takeWanted<Item>(
  pages: AsyncIterable<readonly Item[]>,
  isWanted: (item: Item) => boolean,
  limit: number,
): Promise<readonly Item[]> {
  const wanted: Item[] = []
  for await (const page of pages)
    for (const item of page) {
      if (wanted.length >= limit) return wanted
      if (isWanted(item)) wanted.push(item)
    }
  return wanted
}
