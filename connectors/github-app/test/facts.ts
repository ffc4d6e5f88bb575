import type { Facts } from '../../../test/connectors/description.ts'
import { facts as ofGithub } from '../../github/test/facts.ts'
import { CustomProperty, Installation, InstallationToken } from '../responses.ts'

/** What the sign-in asks of GitHub's REST API beside what the checks ask, version 2022-11-28. */
export const facts: Facts = {
  description: 'github',
  source: ofGithub.source,
  operations: {
    ...ofGithub.operations,
    'GET /app/installations/{installation_id}': { reads: Installation },
    'POST /app/installations/{installation_id}/access_tokens': { reads: InstallationToken },
    'GET /orgs/{org}/properties/schema/{custom_property_name}': { reads: CustomProperty },
  },
}
