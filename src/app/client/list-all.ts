interface ListAnswer<Item> {
  readonly data: readonly Item[]
  readonly nextCursor?: string | null | undefined
}

/**
 * Everything of a list, page by page.
 * @example
 * for await (const finding of listAll(client.findings.list, { severity: 'critical' })) console.log(finding.title)
 */
export async function* listAll<Input extends object, Item>(
  list: (input: Input) => Promise<ListAnswer<Item>>,
  input: NoInfer<Input>,
): AsyncGenerator<Item, void, void> {
  let cursor: string | undefined
  do {
    const page = await list(cursor === undefined ? input : { ...input, cursor })
    yield* page.data
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
