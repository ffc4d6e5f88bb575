import type { Framework } from './framework.ts'

/** Article 32 of Regulation (EU) 2016/679. `32` is the article as a whole. */
export const gdpr: Framework = {
  id: 'gdpr',
  title: 'GDPR, Article 32: security of processing',
  version: '2016/679',
  source: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
  controls: [
    { id: '32', title: 'Security of processing', group: 'Security of processing' },
    { id: '32(1)(a)', title: 'Pseudonymisation and encryption', group: 'Security of processing' },
    {
      id: '32(1)(b)',
      title: 'Confidentiality, integrity, availability and resilience',
      group: 'Security of processing',
    },
    { id: '32(1)(c)', title: 'Restoring availability and access after an incident', group: 'Security of processing' },
    { id: '32(1)(d)', title: 'Regular testing of security measures', group: 'Security of processing' },
    { id: '32(2)', title: 'Assessment of risk to personal data', group: 'Security of processing' },
    { id: '32(4)', title: 'Processing only on instructions', group: 'Security of processing' },
  ],
}
