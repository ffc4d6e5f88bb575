import { credentialsRotated } from 'checkwright/questions'
import { apiKeyCredentials } from '../inventories/credentials.ts'

export const apiKeys = credentialsRotated(apiKeyCredentials, {
  id: 'api-keys',
  title: 'API keys are renewed',
  description:
    'Checks the age of every API key. Keys are in configurations, images and shells of people who left. A holder of the key can send false data, but read none.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17'],
  resourceType: 'api-key',
  // There is at least the one with which Checkwright asks.
  onEmpty: 'error',
  variables: { max_age_days: { id: 'max_key_days', label: 'Longest life of a key, days', default: 365 } },
  remediation: ({ id, name }) =>
    `Open Organization Settings → API Keys. Make a key in place of "${name ?? id}", move its users to it, and revoke the old one.`,
})
