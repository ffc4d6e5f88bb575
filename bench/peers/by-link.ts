import type { Item } from '../peer.ts'

export interface LinkedPage {
  readonly items: readonly Item[]
  readonly link: string | undefined
}

/** The loop that an author writes by hand if the library has none: one page after the other. */
export async function* byLink(first: string, fetchPage: (url: string) => Promise<LinkedPage>): AsyncGenerator<Item> {
  for (let url: string | undefined = first; url !== undefined; ) {
    const page: LinkedPage = await fetchPage(url)
    yield* page.items
    url = /<([^>]+)>;\s*rel="next"/.exec(page.link ?? '')?.[1]
  }
}

/** Path and query of a link, for clients that are bound to an origin. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '')
}
