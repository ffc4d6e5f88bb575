/** How Datadog's API v2 pages its lists: pages count from 0, whatever the size. */
export const pages = {
  items: 'data',
  next: { page: 'page[number]', limit: 'page[size]', total: 'meta.page.total_filtered_count' },
} as const

/** Query of the first page. */
export const firstPage = { 'page[size]': 100, 'page[number]': 0 } as const
