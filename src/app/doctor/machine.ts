import { access, constants, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { readProxies } from '../../http/transport/proxies.ts'
import { parseStoreUrl } from '../../service/store/places/store-url.ts'
import { isNodeEnough, leastNode } from '../../things/parts/least-node.ts'
import type { DoctorFinding, ExaminedService } from './doctor-finding.ts'
import { describeError } from './message.ts'

export function examineNode(version: string = process.versions.node): DoctorFinding {
  return isNodeEnough(version)
    ? { id: 'node.version', level: 'ok', says: `Node.js ${version}` }
    : {
        id: 'node.version',
        level: 'problem',
        says: `Node.js ${version} is too old: ${leastNode} or newer is needed.`,
        advice: 'Install a newer Node.js.',
      }
}

const spaceWanted = { warning: 1024 ** 3, problem: 100 * 1024 ** 2 } as const

/** Free space for the store, and for results and answers that wait for the end of a run. */
export async function examineDisk({ storeUrl }: Pick<ExaminedService, 'storeUrl'>): Promise<DoctorFinding[]> {
  const location = parseStoreUrl(storeUrl)
  const places = [
    ...(location.kind === 'sqlite' ? [['disk.store', dirname(location.file), 'the store'] as const] : []),
    ['disk.temporary', tmpdir(), 'what runs keep until they end'] as const,
  ]
  return Promise.all(places.map(([id, folder, what]) => examineFolder(id, folder, what)))
}

export async function examineFolder(
  id: string,
  folder: string,
  what: string,
  freeBytes: (folder: string) => Promise<number> = measureFreeBytes,
): Promise<DoctorFinding> {
  const place = await findNearestFolder(folder)
  // The store makes its folder itself. Nobody makes the one for temporary files.
  if (place !== folder && folder === tmpdir())
    return {
      id,
      level: 'problem',
      says: `There is no folder ${folder}. It is for ${what}.`,
      advice: 'Make it, or name another one in TMPDIR.',
    }
  const bytes = await freeBytes(place)
  const says = `${formatMemory(bytes)} free in ${place}, for ${what}`
  const isWritable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable)
    return {
      id,
      level: 'problem',
      says: `${place} cannot be written. It is for ${what}.`,
      advice: 'Give this user permission to write there.',
    }
  if (bytes >= spaceWanted.warning) return { id, level: 'ok', says }
  const level = bytes < spaceWanted.problem ? 'problem' : 'warning'
  return { id, level, says: `Only ${says}. A token that cannot be stored is lost.`, advice: 'Free some space.' }
}

async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The folder, or the existing part of its path. */
async function findNearestFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : findNearestFolder(dirname(folder))
}

function formatMemory(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`
}

/** The proxies between this process and vendors. */
export function examineNetwork({ env }: Pick<ExaminedService, 'env'>): DoctorFinding[] {
  return [examineProxy(env), ...(env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? [noTls] : [])]
}

const noTls: DoctorFinding = {
  id: 'network.tls',
  level: 'problem',
  says: 'NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the network path can read the credentials of every vendor.',
  advice: 'Remove it. If you have an authority of your own, name its certificate in NODE_EXTRA_CA_CERTS.',
}

function examineProxy(env: NodeJS.ProcessEnv): DoctorFinding {
  const id = 'network.proxies'
  try {
    const proxies = readProxies(env)
    // For a host without an exception.
    const [https, http] = ['https', 'http'].map((scheme) => proxies?.(new URL(`${scheme}://vendor.example`)))
    const named = [...new Set([https, http].flatMap((proxy) => (proxy ? [proxy.host] : [])))]
    if (named.length === 0)
      return { id, level: 'ok', says: 'Vendors are reached directly; private addresses are refused when connecting' }
    return {
      id,
      level: 'note',
      says: `Vendors are reached through ${named.join(' and ')}, which resolves their names. Checkwright can refuse a private address only if the URL has the address itself.`,
      advice: 'Configure the proxy so that it refuses private and metadata addresses.',
    }
  } catch (error) {
    return {
      id,
      level: 'problem',
      says: describeError(error),
      advice: 'Until then, Checkwright sends no requests to vendors.',
    }
  }
}
