/** Somebody of the company. Days count from the first day of the sample; negative ones are before it. */
export interface StaffMember {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly department: string
  /** Null: they lead the company. */
  readonly managerId: string | null
  readonly joinedOn: number
  /** Undefined: they still work here. */
  readonly leftOn: number | undefined
}

export const company = { name: 'Northwind Sample', domain: 'northwind.example', slug: 'northwind' } as const

/** How long the sample's history is, in days; the last one is today. */
export const sampleDays = 90

const names = [
  ['Management', 'Amara Lindqvist'],
  ['Engineering', 'Tomás Okafor'],
  ['Engineering', 'Yuki Brandt'],
  ['Engineering', 'Nadia Ferreira'],
  ['Engineering', 'Piotr Hallberg'],
  ['Engineering', 'Leila Moreau'],
  ['Engineering', 'Sven Adeyemi'],
  ['Engineering', 'Ines Kowalski'],
  ['Engineering', 'Ravi Sandoval'],
  ['Engineering', 'Hana Petrov'],
  ['Engineering', 'Diego Laurent'],
  ['Engineering', 'Freya Nakamura'],
  ['Engineering', 'Omar Vestergaard'],
  ['Engineering', 'Clara Osei'],
  ['Platform', 'Mateo Rossi'],
  ['Platform', 'Ayla Jensen'],
  ['Platform', 'Kofi Bergström'],
  ['Platform', 'Zoe Tanaka'],
  ['Security', 'Lucia Hartmann'],
  ['Security', 'Arjun Nilsen'],
  ['Product', 'Elif Carvalho'],
  ['Product', 'Noah Dvořák'],
  ['Product', 'Priya Lund'],
  ['Design', 'Marta Ibrahim'],
  ['Design', 'Jonas Takahashi'],
  ['Sales', 'Sofia Andersen'],
  ['Sales', 'Malik Fournier'],
  ['Sales', 'Greta Mensah'],
  ['Sales', 'Luca Eriksen'],
  ['Sales', 'Amina Schreiber'],
  ['Support', 'Felix Oliveira'],
  ['Support', 'Dalia Novak'],
  ['Support', 'Ewan Haddad'],
  ['Support', 'Rosa Kimura'],
  ['Finance', 'Viktor Almeida'],
  ['Finance', 'Salma Holm'],
  ['People', 'Theo Marchetti'],
  ['People', 'Nora Achebe'],
  ['Marketing', 'Emil Castillo'],
  ['Marketing', 'Wanda Iversen'],
] as const

/** Those who left while the sample ran, and when; of the second nobody closed the account at the code host for weeks, of the third nobody has yet. */
const leavers: Readonly<Record<string, number>> = { 'Luca Eriksen': 21, 'Diego Laurent': 40, 'Omar Vestergaard': 71 }
const joiners: Readonly<Record<string, number>> = { 'Wanda Iversen': 12, 'Clara Osei': 33, 'Priya Lund': 58 }

export const employees: readonly StaffMember[] = names.map(([department, name], index) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    id: String(101 + index),
    firstName,
    lastName,
    email: `${toAscii(firstName)}.${toAscii(lastName)}@${company.domain}`,
    department,
    managerId: index === 0 ? null : String(101 + findManager(department, index)),
    joinedOn: joiners[name] ?? -60 - ((index * 37) % 900),
    leftOn: leavers[name],
  }
})

/** The people whom the company knows on a day, those who left among them. */
export function listEmployees(day: number): readonly StaffMember[] {
  return employees.filter(({ joinedOn }) => joinedOn <= day)
}

export function hasLeft({ leftOn }: StaffMember, day: number): boolean {
  return leftOn !== undefined && leftOn <= day
}

/** The first of a department leads it, and reports to whoever leads the company. */
function findManager(department: string, index: number): number {
  const first = names.findIndex(([each]) => each === department)
  return department === 'Management' || first < 0 || first === index ? 0 : first
}

function toAscii(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
