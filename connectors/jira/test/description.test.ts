import { expectDescribed } from '../../../test/connectors/description.ts'
import { jira } from '../index.ts'
import { facts } from './facts.ts'
import { credentials } from './jira-api.ts'

expectDescribed(jira, {
  facts,
  description: 'jira',
  credentials,
  variables: { company_domains: 'acme.example' },
})
