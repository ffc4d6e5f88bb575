import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes the lists of an organization, sorted by id, as the store and bundles have them. */
export function writeLists(folder: string, people: number, systems: number): void {
  const ids = Array.from({ length: people }, (_, nth) => `u${String(nth).padStart(6, '0')}`)
  const write = (name: string, toLine: (id: string, nth: number) => object) =>
    writeFileSync(join(folder, name), ids.map((id, nth) => `${JSON.stringify(toLine(id, nth))}\n`).join(''))
  const hasLeft = (nth: number) => nth % 20 === 0
  const writePeople = (source: string) =>
    write(`${source}.person.jsonl`, (id, nth) => ({
      id,
      name: `Person Number ${nth}`,
      kind: nth % 8 === 0 ? 'contractor' : 'employee',
      status: hasLeft(nth) ? 'left' : 'active',
      email: `${id}@acme.example`,
      startsAt: '2021-03-01',
      endsAt: hasLeft(nth) ? '2026-05-01' : null,
      department: 'Engineering',
    }))
  writePeople('hris')
  writePeople('idp')
  write('mdm.device.jsonl', (id, nth) => ({
    id,
    name: `Laptop ${nth}`,
    ownerEmail: `${id}@acme.example`,
    serialNumber: `S-${id}`,
    managed: true,
    enrolledAt: '2022-05-04T10:00:00Z',
  }))
  write('lms.training.jsonl', (id, nth) => ({
    id,
    course: 'Security',
    personEmail: `${id}@acme.example`,
    status: nth % 30 === 0 ? 'assigned' : 'completed',
    dueAt: '2026-04-01T00:00:00Z',
    completedAt: nth % 30 === 0 ? null : '2026-03-01T09:00:00Z',
  }))
  for (let system = 0; system < systems; system++) {
    write(`app${system}.account.jsonl`, (id, nth) => ({
      id,
      name: `Person Number ${nth}`,
      url: `https://app${system}.example/users/${id}`,
      kind: 'person',
      status: hasLeft(nth) && system % 5 !== 0 ? 'suspended' : 'active',
      email: `${id}@acme.example`,
      emailVerified: true,
      roles: ['member', 'reader'],
      administrator: nth % 50 === 0,
      secondFactor: nth % 30 !== 0,
      singleSignOnOnly: false,
      createdAt: '2022-05-04T10:00:00Z',
      lastActiveAt: '2026-05-30T10:00:00Z',
    }))
    write(`app${system}.links.jsonl`, (id) => ({
      connectionId: `app${system}`,
      of: 'account',
      recordId: id,
      to: { is: 'person', personId: `hris/${id}` },
      by: 'email',
      at: '2026-03-01T00:00:00Z',
    }))
  }
}
