import type { BaseContext } from 'checkwright'
import * as z from 'zod/mini'
import { listPages } from '../_google/list-pages.ts'
import { reportSetting, type Setting } from '../_settings/report-setting.ts'
import type { ProjectClient } from './services.ts'
import { ComputeProject, NothingHere } from './settings.ts'

const next = { cursor: 'nextPageToken', param: 'pageToken' } as const

/** What Compute Engine writes beside the items of a list. */
const computePages = listPages('items', { has: ['kind'], mayHave: ['id', 'selfLink', 'warning'] })

/** A list of Compute Engine that is global to the project. */
export function listGlobal<T>(ctx: ProjectClient, name: 'firewalls' | 'networks', schema: z.ZodMiniType<T>) {
  const resource = { type: name === 'firewalls' ? 'firewall-rule' : 'network', id: 'id', name: 'name' }
  return ctx.paginate(`${toComputeUrl(ctx)}/global/${name}`, { schema, resource, ...computePages })
}

/** The resources of all zones or regions. A zone that Google could not reach ends the check. */
export function listScoped<T>(
  ctx: ProjectClient,
  name: 'instances' | 'subnetworks',
  schema: z.ZodMiniType<T>,
): AsyncIterable<T> {
  const items = (body: unknown) => listScopes(body).flatMap((scope) => listInScope(scope, name))
  const resource = { type: name === 'instances' ? 'machine' : 'subnetwork', id: 'id', name: 'name' }
  return ctx.paginate(`${toComputeUrl(ctx)}/aggregated/${name}`, { schema, items, resource, next })
}

/** The machines of the project, with the same request for every check. */
export function listMachines<T>(ctx: ProjectClient, machine: z.ZodMiniType<T>): AsyncIterable<T> {
  return listScoped(ctx, 'instances', machine)
}

/** The metadata that all machines of the project have, by key. */
export async function fetchProjectMetadata(ctx: ProjectClient): Promise<ReadonlyMap<string, string>> {
  const { commonInstanceMetadata } = await ctx.get(toComputeUrl(ctx), { schema: ComputeProject })
  return readMetadata(commonInstanceMetadata)
}

/** Metadata by key. */
export function readMetadata({
  items = [],
}: {
  readonly items?: readonly { readonly key: string; readonly value?: string | undefined }[] | undefined
}): ReadonlyMap<string, string> {
  return new Map(items.map(({ key, value = '' }) => [key, value]))
}

/**
 * Whether a value of metadata turns something on. undefined: Google gives it no meaning, such as an empty one.
 * https://cloud.google.com/compute/docs/metadata/setting-custom-metadata
 */
function readSwitch(value: string): boolean | undefined {
  const word = value.toLowerCase()
  if (['true', '1', 'y', 'yes'].includes(word)) return true
  return ['false', '0', 'n', 'no'].includes(word) ? false : undefined
}

/** A setting that is a switch in metadata. */
export interface Switch extends Omit<Setting, 'holds'> {
  readonly key: string
  /** undefined if the key is not set, which is off. */
  readonly value: string | undefined
  readonly wanted: 'on' | 'off'
}

/** Reports whether a switch in metadata is as a check demands. A person looks at a value that has no meaning. */
export function reportSwitch(
  ctx: Pick<BaseContext, 'pass' | 'fail' | 'manual'>,
  { key, value, wanted, ...setting }: Switch,
): void {
  const isOn = value === undefined ? false : readSwitch(value)
  const { resource, evidence, remediation } = setting
  if (isOn !== undefined) reportSetting(ctx, { ...setting, holds: isOn === (wanted === 'on') })
  else {
    const { id, name = id } = resource
    ctx.manual({
      resource,
      title: `The value of ${key} for ${name} is neither on nor off`,
      description: `Google names TRUE and FALSE, and gives other values no meaning. ${remediation}`,
      evidence,
    })
  }
}

/** A machine as a resource of results. */
export function toMachineResource({ id, name }: { readonly id: string; readonly name: string }) {
  return { type: 'machine', id, name }
}

/**
 * One item for each zone or region; what is no such page is an item that no schema takes. Google answers by an error if it could
 * not reach one, unless the request asks for the others: https://cloud.google.com/compute/docs/reference/rest/v1/instances/aggregatedList
 */
function listScopes(body: unknown): readonly unknown[] {
  const items = typeof body === 'object' && body !== null && 'items' in body ? body.items : undefined
  return typeof items === 'object' && items !== null && !Array.isArray(items) ? Object.values(items) : [undefined]
}

/** What is in a zone or region; an item that no schema takes, where it does not say so. */
function listInScope(scope: unknown, name: string): readonly unknown[] {
  if (typeof scope !== 'object' || scope === null) return [undefined]
  const { [name]: list, warning } = scope as Readonly<Record<string, unknown>>
  // A warning beside a list says that some are missing.
  if (warning === undefined) return Array.isArray(list) ? list : [undefined]
  return list === undefined && z.safeParse(NothingHere, warning).success ? [] : [undefined]
}

function toComputeUrl({ credentials }: ProjectClient): string {
  return `https://compute.googleapis.com/compute/v1/projects/${credentials.project_id}`
}
