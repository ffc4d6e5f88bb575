import type { DeclaredAction } from '../../../service/fields/declared-action.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { Scope } from '../../../service/rights/scopes.ts'

/** What a page or a form of a thing is, without what it shows. */
export interface PageFacts {
  readonly method: 'get' | 'post'
  readonly path: string
  readonly access: Scope
  /** Of a form. */
  readonly action: DeclaredAction | undefined
}

/** The pages and forms of a thing by name: `list`, `create`, `edit`, `change`, `delete`, and a form for each action. */
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
  return {
    list: { method: 'get', path, access: scopes.read, action: undefined },
    create: post(path, scopes.write, thing.audit('create')),
    edit: { method: 'get', path: one, access: scopes.write, action: undefined },
    change: post(`${one}/change`, scopes.write, thing.audit('change')),
    delete: post(`${one}/delete`, scopes.write, thing.audit('delete')),
    ...Object.fromEntries(actions),
  }
}
