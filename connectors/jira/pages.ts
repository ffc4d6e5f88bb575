/** How Jira pages its lists: the next page begins after the received items, whatever the requested size. */
export const pages = { items: 'values', next: { offset: 'startAt', limit: 'maxResults', total: 'total' } } as const

/** How Jira pages the results of a search. */
export const searchPages = { items: 'issues', next: { cursor: 'nextPageToken', param: 'nextPageToken' } } as const
