import { formatDay } from '../../text/calendar-day.ts'
import type { Judge } from '../../things/people/judge.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'
import { employees } from './world/company.ts'

/** Those who use Checkwright: who runs security, who helps, and who leads. */
export const users = {
  security: toUser('Lucia'),
  platform: toUser('Mateo'),
  people: toUser('Theo'),
  lead: toUser('Amara'),
} as const

/** Of the company that audits. */
export const auditor: Judge = { userId: 'noor', name: 'Noor Haddad', email: 'noor@audit.example' }

export async function addPeople({ users: known, people }: Runtime, organizationId: string): Promise<void> {
  for (const { userId: id, name, email } of Object.values(users)) await known.put({ organizationId, id, name, email })
  const { security, platform, people: staff, lead } = users
  for (const [{ userId }, role] of [
    [security, 'admin'],
    [lead, 'admin'],
    [platform, 'member'],
    [staff, 'member'],
  ] as const)
    await people.setRole({ organizationId, userId, role })
}

const dayMs = 86_400_000

/** A day of the sample as a date of the calendar. */
export function toDay(startMs: number, day: number): string {
  return formatDay(startMs + day * dayMs)
}

function toUser(firstName: string): Judge {
  const found = employees.find((each) => each.firstName === firstName)
  if (!found) throw new Error(`Nobody of the sample is called ${firstName}.`)
  return { userId: found.firstName.toLowerCase(), name: `${found.firstName} ${found.lastName}`, email: found.email }
}
