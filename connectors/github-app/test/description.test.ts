import { expectDescribed } from '../../../test/connectors/description.ts'
import { githubApp } from '../index.ts'
import { credentials, settings } from './app-api.ts'
import { facts } from './facts.ts'

expectDescribed(githubApp, {
  facts,
  description: 'github',
  credentials,
  settings,
  vendor: {
    auth: { type: 'bearer', verify: (token) => token !== '' },
    routes: {
      // The description's example is of another organization.
      'GET /app/installations/:id': {
        json: { account: { login: credentials.organization }, target_type: 'Organization', suspended_at: null },
      },
    },
  },
})
