/** How Datadog's second API cuts its lists: pages count from 0, whatever size is asked for. */
export const pages = {
  items: 'data',
  next: { page: 'page[number]', limit: 'page[size]', total: 'meta.page.total_filtered_count' },
} as const

/** Query of the first page. */
export const firstPage = { 'page[size]': 100, 'page[number]': 0 } as const
