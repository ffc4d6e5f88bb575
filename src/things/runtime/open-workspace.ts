import { randomBytes } from 'node:crypto'
import type { AuditLog } from '../parts/audit-log.ts'
import { resolveQuotas } from '../parts/quotas.ts'
import { chooseObjectStore, limitObjectStore, type Uses } from '../parts/runtime-parts.ts'
import type { Workspace } from './workspace.ts'

type FixedMember = Exclude<
  keyof Workspace,
  'clock' | 'isSample' | 'fetch' | 'loadSecret' | 'runCovered' | 'track' | 'limitObjects' | 'quotas'
>

export function createWorkspace(
  {
    store,
    vault,
    clock,
    fetch,
    unfinished,
    options,
  }: Uses<FixedMember | 'secrets', 'vault' | 'clock' | 'fetch' | 'unfinished' | 'options'>,
  log: AuditLog,
  isSample: boolean,
): Workspace {
  const { audit, comments, evidenceUploads, files, idempotency, leases, manualAnswers, webSessions } = store
  const { memberships, operators, users } = store
  const known = new Map<string, Promise<Buffer>>()
  const secret = async (name: string) => {
    const place = { organizationId: null, ownerId: 'service', field: name }
    const fixed =
      (await store.secrets.find(name)) ??
      (await store.secrets.insertIfAbsent(
        name,
        await vault.seal(place, randomBytes(32).toString('base64url')),
        clock.nowMs(),
      ))
    return Buffer.from(await vault.open(place, fixed), 'base64url')
  }
  return {
    audit,
    comments,
    evidenceUploads,
    files,
    idempotency,
    leases,
    manualAnswers,
    webSessions,
    memberships,
    operators,
    users,
    clock,
    isSample,
    fetch,
    objects: chooseObjectStore({ store, options }),
    limitObjects: (objects) => limitObjectStore({ store, options }, objects),
    quotas: resolveQuotas(options.quotas),
    runCovered: (work, joining) => log.runCovered(work, joining),
    track: (work) => unfinished.track(work),
    loadSecret: (name) => {
      const opened = known.get(name) ?? secret(name)
      known.set(name, opened)
      // If the store was busy for a while, the failure must not be remembered for ever.
      opened.catch(() => known.delete(name))
      return opened
    },
  }
}
