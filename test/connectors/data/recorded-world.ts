import type { FakeVendorOptions } from 'checkwright/testing'
import { findOperation } from '../../../scripts/samples.ts'
import { loadRecordedAnswers } from './provider.ts'
import { createWorld, type WorldOptions } from './world.ts'

/** A vendor that repeats the provider's recorded answers, and invents those that nobody recorded. */
export function createRecordedWorld(
  subject: WorldOptions,
  id: string,
): { readonly options: FakeVendorOptions; readonly served: ReadonlySet<string> } {
  const served = new Set<string>()
  const operations = Object.entries(subject.contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const nameOperation = (method: string, path: string) =>
    findOperation(`${method} ${path.replace(/\?.*/, '')}`, operations)
  const recorded = new Map(
    loadRecordedAnswers(id)
      .filter(({ status, file }) => status === 200 && file.includes('-recorded'))
      .map((each) => [nameOperation(each.method, each.path), each] as const)
      .reverse(),
  )
  const invented = createWorld(subject, 1).routes as unknown as Record<string, (request: object) => unknown>
  const answer = (request: { readonly method: string; readonly path: string }) => {
    const name = nameOperation(request.method, request.path)
    const known = name === undefined ? undefined : recorded.get(name)
    if (!known) return invented[`${request.method} /*`]?.(request)
    served.add(known.file)
    return { json: known.body }
  }
  return { options: { routes: { 'GET /*': answer, 'POST /*': answer } as never }, served }
}
