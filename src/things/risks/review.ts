import { defineReview } from '../records/define-review.ts'

/** Reviews of risks. */
export const riskReview = defineReview({
  id: 'risk',
  scopes: { read: 'tasks:read', write: 'tasks:write' },
  about: { en: 'The risk that was reviewed.', de: 'Das Risiko, das überprüft wurde.' },
  names: { en: 'Reviews of risks', de: 'Überprüfungen von Risiken' },
})
