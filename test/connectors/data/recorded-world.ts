import type { FakeVendorOptions } from 'checkwright/testing'
import { nameOperation } from './contracts.ts'
import { loadRecordedAnswers } from './provider.ts'
import { createWorld, readQuery, type WorldOptions } from './world.ts'

/** A vendor that repeats the provider's recorded answers, and invents those that nobody recorded. */
export function createRecordedWorld(
  subject: WorldOptions,
  id: string,
): { readonly options: FakeVendorOptions; readonly served: ReadonlySet<string> } {
  const served = new Set<string>()
  // Beside a description, other answers are its examples.
  const isRecordedAlone = subject.contract['x-sources'][0]?.kind === 'recordings'
  const nameOf = (method: string, path: string) => nameOperation(subject.contract, method, path.replace(/\?.*/, ''))
  const recorded = new Map(
    loadRecordedAnswers(id)
      .filter(({ status, file }) => status === 200 && (isRecordedAlone || file.includes('-recorded')))
      .map((each) => [nameOf(each.method, each.path), each] as const)
      .reverse(),
  )
  const invented = createWorld(subject, subject.contract['x-seeds'][0] ?? 1).routes as unknown as Record<
    string,
    (request: object) => unknown
  >
  const answer = (request: { readonly method: string; readonly path: string; readonly body: Uint8Array }) => {
    const name = nameOf(request.method, request.path)
    const known = name === undefined ? undefined : recorded.get(name)
    const { selection } = readQuery(request) ?? {}
    const data = (known?.body as { readonly data?: object } | undefined)?.data ?? {}
    // An answer of GraphQL is one to queries for the same.
    const isOther = selection !== undefined && [...selection.keys()].some((each) => !(each in data))
    if (!known || isOther) return invented[`${request.method} /*`]?.(request)
    served.add(known.file)
    return { json: known.body }
  }
  return { options: { routes: { 'GET /*': answer, 'POST /*': answer } as never }, served }
}
