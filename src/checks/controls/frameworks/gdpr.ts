import type { Framework } from '../framework.ts'

/** Article 32 of Regulation (EU) 2016/679. `32` stands for the article as a whole. */
export const gdpr: Framework = {
  id: 'gdpr',
  title: 'GDPR, Article 32: security of processing',
  version: '2016/679',
  source: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
  controls: [
    { id: '32', title: 'Security fits the risk', group: 'Security of processing' },
    { id: '32(1)(a)', title: 'Personal data is pseudonymised and encrypted', group: 'Security of processing' },
    {
      id: '32(1)(b)',
      title: 'Systems stay confidential, intact, available and resilient',
      group: 'Security of processing',
    },
    { id: '32(1)(c)', title: 'Data can be restored in time after an incident', group: 'Security of processing' },
    { id: '32(1)(d)', title: 'Measures are tested and evaluated regularly', group: 'Security of processing' },
    { id: '32(2)', title: 'Risks to people decide what is appropriate', group: 'Security of processing' },
    { id: '32(4)', title: 'Staff process data on instruction only', group: 'Security of processing' },
  ],
}
