/** How Datadog's API v2 pages its lists: pages count from 0, whatever the size. */
export const pages = {
  items: 'data',
  next: { page: { param: 'page[number]', first: 0 }, limit: 'page[size]', total: 'meta.page.total_filtered_count' },
} as const

/** Query of each page. */
export const pageSize = { 'page[size]': 100 } as const
