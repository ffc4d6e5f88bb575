import { ok } from 'node:assert/strict'
import { isDigest } from '../../../define/index.ts'
import type { ContractRule } from './rule.ts'

/** Rules about sessions that a connector begins by itself. */
export const sessionRules: readonly ContractRule[] = [
  {
    id: 'logout',
    title: 'a connector that ends sessions ends each one once after every run, also after a failed run',
    run: async (stage) => {
      if (!stage.connector.hooks.logout) return
      const performances = [
        await stage.perform(),
        await stage.perform({ of: 'checks', respond: () => new Response('{"message":"no"}', { status: 503 }) }),
      ]
      for (const { logins, logouts, result } of performances) {
        if (logins === 0) continue
        ok(logouts === 1, `The run that ended as ${result.status} logged in, and logged out ${logouts} times.`)
      }
    },
  },
  {
    id: 'digest',
    title: 'a sign-in by Digest proves the password and never sends it, even if a server requests Basic',
    run: async (stage) => {
      if (!isDigest(stage.connector.definition)) return
      const asksFor = async (challenge: string) => {
        const { sent } = await stage.perform({
          respond: (request, ask) =>
            request.headers.authorization === undefined
              ? new Response('{"message":"no"}', { status: 401, headers: { 'www-authenticate': challenge } })
              : ask(request),
        })
        return sent.flatMap(({ headers }) => headers.authorization ?? [])
      }
      const proofs = await asksFor('Basic realm="a", Digest realm="a", qop="auth", algorithm=SHA-256, nonce="n"')
      const challenges = [...proofs, ...(await asksFor('Basic realm="a"'))]
      ok(proofs.length > 0, 'No request answered the challenge of the vendor.')
      ok(
        challenges.every((value) => value.startsWith('Digest ')),
        'A request carried another authorization than Digest. Leave the header "Authorization" to the strategy.',
      )
    },
  },
]
