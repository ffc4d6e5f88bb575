import type { Fault } from './faults.ts'
import { demandTimes, refuseUnknown } from './refuse-arguments.ts'
import { isOverlapping, isServedBy, matchPath, parseRoute, type RoutePattern } from './route-patterns.ts'

/** The faults that are still to happen, oldest first. */
export interface FaultQueue {
  /** @throws TypeError when no request that a route serves could ever meet the fault */
  add(target: string | RegExp, fault: Fault, options?: { readonly times?: number }): void
  /** The fault of the request, used up by one. */
  take(request: { readonly method: string; readonly path: string; readonly target: string }): Fault | undefined
  clear(): void
}

interface Pending {
  readonly fault: Fault
  readonly meets: (request: { readonly method: string; readonly path: string; readonly target: string }) => boolean
  left: number
}

/** @param isServed whether something other than the routes answers */
export function createFaultQueue(
  routes: readonly RoutePattern[],
  isServed: (method: string, path: string) => boolean = () => false,
): FaultQueue {
  let pending: Pending[] = []
  return {
    add(target, fault, options = {}) {
      refuseUnknown('vendor.fail()', options, ['times'])
      const { times = 1 } = options
      demandTimes('vendor.fail()', times)
      pending.push({ fault, meets: compileFaultTarget(target, routes, isServed), left: times })
    },
    take(request) {
      const next = pending.find((candidate) => candidate.meets(request))
      if (next === undefined) return undefined
      next.left -= 1
      if (next.left === 0) pending = pending.filter((candidate) => candidate !== next)
      return next.fault
    },
    clear() {
      pending = []
    },
  }
}

function compileFaultTarget(
  target: string | RegExp,
  routes: readonly RoutePattern[],
  isServed: (method: string, path: string) => boolean,
): Pending['meets'] {
  if (target === '*') return () => true
  if (target instanceof RegExp) {
    // search(), not test(): a /g expression would remember where the last request matched.
    return (request) => request.target.search(target) !== -1
  }
  const pattern = parseRoute(target)
  // A fault that no request can reach would leave a test green that proves nothing.
  const [, path = ''] = pattern.text.split(' ')
  if (!routes.some((route) => isOverlapping(route, pattern)) && !isServed(pattern.method, path)) {
    const known = routes.map((route) => route.text).join(', ')
    throw new TypeError(`vendor.fail(): no route fits "${target}". Routes are ${known || 'none'}.`)
  }
  return (request) => isServedBy(pattern, request.method) && matchPath(pattern, request.path) !== undefined
}
