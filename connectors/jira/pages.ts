/** How Jira cuts its lists: the next one begins after what was received, whatever size was asked for. */
export const pages = { items: 'values', next: { offset: 'startAt', limit: 'maxResults', total: 'total' } } as const

/** How Jira cuts the results of a search. */
export const searchPages = { items: 'issues', next: { cursor: 'nextPageToken', param: 'nextPageToken' } } as const
