import { listAuthorizationServers } from '../authorization-servers.ts'
import { okta } from '../connector.ts'

export const signingKeyRotation = okta.check({
  id: 'signing-key-rotation',
  title: 'Okta rotates the keys that sign tokens',
  description:
    'Checks for every active custom authorization server whether Okta rotates the key that signs its tokens. Whoever has the key can be anybody in your applications. Not judged: the authorization server of Okta itself, and keys of single applications.',
  severity: 'low',
  controls: ['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'],
  states: ['encryption-keys-renewed'],
  scopes: ['okta.authorizationServers.read'],
  tags: ['tokens', 'rotation'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const { id, name, rotation, lastRotated } of listAuthorizationServers(ctx)) {
      const resource = { type: 'authorization-server', id, name }
      const evidence = { rotation, lastRotated }
      if (rotation === 'AUTO') ctx.pass({ resource, title: `The key of ${name} is rotated`, evidence })
      else if (rotation !== 'MANUAL') {
        const because = `Okta says of the key of ${name} by an unknown word whether it is rotated.`
        ctx.undecided({ resource, because, kind: 'schema_drift' })
      } else {
        ctx.fail({
          resource,
          title: `The key of ${name} is rotated only by hand`,
          remediation: `Open Security → API → Authorization Servers → ${name} → Settings in the Admin Console. Set the signing key rotation to Automatic. Applications that pin the key have to read the list of keys first.`,
          evidence,
        })
      }
    }
  },
})
