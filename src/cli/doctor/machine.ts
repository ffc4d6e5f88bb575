import { access, constants, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { proxiesOf } from '../../http/proxies.ts'
import { parseStoreUrl } from '../../store/store-url.ts'
import type { Finding, Patient } from './finding.ts'
import { messageOf } from './message.ts'

const leastNode = [22, 19] as const

export function nodeFinding(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isEnough = major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
  return isEnough
    ? { id: 'node.version', level: 'ok', says: `Node.js ${version}` }
    : {
        id: 'node.version',
        level: 'problem',
        says: `Node.js ${version} is too old: ${leastNode.join('.')} or newer is needed.`,
        advice: 'Install a newer Node.js.',
      }
}

const spaceWanted = { warning: 1024 ** 3, problem: 100 * 1024 ** 2 } as const

/** Room where the store is, and where results and answers of a run wait until it ends. */
export async function diskFindings({ storeUrl }: Patient): Promise<Finding[]> {
  const location = parseStoreUrl(storeUrl)
  const places = [
    ...(location.kind === 'sqlite' ? [['disk.store', dirname(location.file), 'the store'] as const] : []),
    ['disk.temporary', tmpdir(), 'what runs keep until they end'] as const,
  ]
  return Promise.all(places.map(([id, folder, what]) => diskFinding(id, folder, what)))
}

export async function diskFinding(
  id: string,
  folder: string,
  what: string,
  freeBytes: (folder: string) => Promise<number> = freeIn,
): Promise<Finding> {
  const place = await nearestFolder(folder)
  const bytes = await freeBytes(place)
  const says = `${sizeOf(bytes)} free in ${place}, for ${what}`
  const isWritable = await access(place, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable)
    return {
      id,
      level: 'problem',
      says: `${place} may not be written, and is for ${what}.`,
      advice: 'Give this user the right to write there.',
    }
  if (bytes >= spaceWanted.warning) return { id, level: 'ok', says }
  const level = bytes < spaceWanted.problem ? 'problem' : 'warning'
  return { id, level, says: `Only ${says}. A token that cannot be kept is lost.`, advice: 'Free some space.' }
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The folder, or what there is of the way to it. */
async function nearestFolder(folder: string): Promise<string> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  return isThere || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

function sizeOf(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${(bytes / 1024 ** 3).toFixed(1)} GiB` : `${Math.round(bytes / 1024 ** 2)} MiB`
}

/** Who stands between this process and vendors. */
export function networkFindings({ env }: Pick<Patient, 'env'>): Finding[] {
  return [proxyFinding(env), ...(env.NODE_TLS_REJECT_UNAUTHORIZED === '0' ? [noTls] : [])]
}

const noTls: Finding = {
  id: 'network.tls',
  level: 'problem',
  says: 'NODE_TLS_REJECT_UNAUTHORIZED=0: whoever stands between gets the credentials of every vendor.',
  advice: 'Remove it. For an authority of your own, name its certificate in NODE_EXTRA_CA_CERTS.',
}

function proxyFinding(env: NodeJS.ProcessEnv): Finding {
  const id = 'network.proxies'
  try {
    const proxies = proxiesOf(env)
    // Of a host that no exception names.
    const [https, http] = ['https', 'http'].map((scheme) => proxies?.(new URL(`${scheme}://vendor.example`)))
    const named = [...new Set([https, http].flatMap((proxy) => (proxy ? [proxy.host] : [])))]
    if (named.length === 0)
      return { id, level: 'ok', says: 'Vendors are reached directly; private addresses are refused when connecting' }
    return {
      id,
      level: 'note',
      says: `Vendors are reached through ${named.join(' and ')}, which resolves their names: that an address is private is seen only where it is written out.`,
      advice: 'See to it that the proxy itself refuses private and metadata addresses.',
    }
  } catch (error) {
    return { id, level: 'problem', says: messageOf(error), advice: 'Until then no vendor is asked anything.' }
  }
}
