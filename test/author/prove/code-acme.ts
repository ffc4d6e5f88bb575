import { type AnyConnector, daysSince, defineConnector, vendorTime, vendorWord } from 'checkwright'
import * as z from 'zod/mini'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  baseUrl: 'https://api.acme.example/v1',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const Key = z.object({ id: z.string(), state: vendorWord(['on', 'off']), rotated: vendorTime() })

const keysRotated = acme.check({
  id: 'keys-rotated',
  title: 'Keys are rotated',
  onEmpty: 'not_applicable',
  async run(ctx) {
    const keys = ctx.paginate('/keys', {
      next: { cursor: 'next', param: 'after' },
      items: 'keys',
      schema: Key,
      resource: { type: 'key', id: 'id' },
    })
    for await (const { id, state, rotated } of keys) {
      const resource = { type: 'key', id }
      if (state === 'off') ctx.notApplicable({ resource, title: 'Off' })
      else if (daysSince(ctx, rotated) <= 90) ctx.pass({ resource, title: 'Rotated' })
      else ctx.fail({ resource, title: 'Old', remediation: 'Rotate the key in the settings.' })
    }
  },
})

const Settings = z.object({ sso: z.object({ enforced: z.boolean() }) })

/** @param isGood what the check makes of its setting */
function makeSsoEnforced(isGood: (enforced: boolean) => boolean) {
  return acme.check({
    id: 'sso-enforced',
    title: 'Sign-on is enforced',
    async run(ctx) {
      const { sso } = await ctx.get('/settings', { schema: Settings })
      const resource = { type: 'account', id: 'acme' }
      const words = { good: 'Enforced', bad: 'Passwords work', remediation: 'Turn single sign-on on.' }
      ctx.judge(resource, () => isGood(sso.enforced), words)
    },
  })
}

export const ssoEnforced = makeSsoEnforced((enforced) => enforced)

/** The connector of `acmeText`, in code. */
export const codeAcme: AnyConnector = acme.with(keysRotated, ssoEnforced)

/** The same with a check that is inverted. */
export const turnedCodeAcme: AnyConnector = acme.with(
  keysRotated,
  makeSsoEnforced((enforced) => !enforced),
)
