import type { DeclaredAction } from '../../../service/fields/declared-action.ts'
import type { Thing, ThingVerb } from '../../../service/fields/define-thing.ts'
import type { NamedThing } from '../../../service/fields/field.ts'
import { findChosenKind } from '../../../service/fields/form-fields.ts'
import type { Scope } from '../../../service/rights/scopes.ts'

/** What a page or a form of a thing is, without what it shows. */
export interface PageFacts {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly access: Scope
  /** Of a form. */
  readonly action: DeclaredAction | undefined
}

/** Fields whose items are chosen on a page of their own, with its path below the record: none of a thing that nobody changes. */
export function listChosenFields({ fields, verbs }: Pick<Thing, 'fields' | 'verbs'>): readonly {
  readonly name: string
  readonly path: string
  readonly names: NamedThing
}[] {
  if (!verbs.includes('change')) return []
  return Object.entries(fields).flatMap(([name, field]) => {
    const names = findChosenKind(field)
    const word = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return names === undefined ? [] : [{ name, path: `/choose-${word}`, names }]
  })
}

/**
 * The pages and forms of a thing by name: `list`, `download`, `record`, `import`, `create`, `change`, `delete`, a form for each action, and a page with a form for each field
 * whose items are chosen: `choose <field>`, `choose <field> by` some words, `chosen <field>`.
 */
export function describePages(thing: Thing): Readonly<Record<string, PageFacts>> {
  const { page: path, scopes } = thing
  const one = `${path}/:${thing.idName}`
  const post = (to: string, access: Scope, action: DeclaredAction): PageFacts => ({
    method: 'post',
    path: to,
    access,
    action,
  })
  const actions = Object.entries(thing.actions).map(([name, { scope = scopes.write }]) => [
    name,
    post(`${one}/${name}`, scope, thing.audit(name)),
  ])
  const own: Readonly<Record<ThingVerb, PageFacts>> = {
    create: post(path, scopes.write, thing.audit('create')),
    change: post(`${one}/change`, scopes.write, thing.audit('change')),
    delete: post(`${one}/delete`, scopes.write, thing.audit('delete')),
  }
  const verbs = Object.entries(own).filter(([verb]) => thing.verbs.includes(verb as ThingVerb))
  const chosen = listChosenFields(thing).flatMap(({ name, path: to }): [string, PageFacts][] => [
    [`choose ${name}`, { method: 'get', path: `${one}${to}`, access: scopes.write, action: undefined }],
    [`choose ${name} by`, { method: 'post', path: `${one}${to}/search`, access: scopes.write, action: undefined }],
    [`chosen ${name}`, post(`${one}${to}`, scopes.write, thing.audit('change'))],
  ])
  const imports = thing.verbs.includes('create')
    ? { import: post(`${path}/import`, scopes.write, thing.audit('create')) }
    : {}
  return {
    list: { method: 'get', path, access: scopes.read, action: undefined },
    download: { method: 'get', path: `${path}.csv`, access: scopes.read, action: undefined },
    record: { method: 'get', path: one, access: scopes.read, action: undefined },
    ...imports,
    ...Object.fromEntries(chosen),
    ...Object.fromEntries(verbs),
    ...Object.fromEntries(actions),
  }
}
