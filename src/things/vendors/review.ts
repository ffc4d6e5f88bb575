import { defineReview } from '../records/define-review.ts'

/** Reviews of vendors. */
export const vendorReview = defineReview({
  id: 'vendor',
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  about: { en: 'The vendor that was reviewed.', de: 'Der Lieferant, der überprüft wurde.' },
  names: { en: 'Reviews of vendors', de: 'Überprüfungen von Lieferanten' },
})
