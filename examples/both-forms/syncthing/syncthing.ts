import { type CheckContext, defineConnector, type Resource } from 'checkwright'
import { z } from 'zod'

const syncthing = defineConnector({
  id: 'syncthing',
  name: 'Syncthing',
  version: '1.0.0',
  description: 'How one Syncthing protects its web interface, and with whom it shares which folders.',
  category: 'infrastructure',
  docsUrl: 'https://docs.syncthing.net/dev/rest.html',
  baseUrl: '{address}/rest',
  credentialFields: [
    {
      id: 'address',
      label: 'Address',
      type: 'url',
      required: true,
      placeholder: 'https://syncthing.acme.example:8384',
      pattern: 'https?://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?',
    },
  ],
  // The answers have the key itself, the password's hash, and the passwords of encrypted folders.
  sensitive: ['apiKey', 'password', 'encryptionPassword'],
  auth: {
    type: 'api_key',
    config: {
      in: 'header',
      name: 'X-API-Key',
      setupInstructions:
        '1. Open **Actions → Settings → General** in the web interface of Syncthing and copy the API key.\n2. Enter the address of the web interface and the key.',
    },
  },
  test: { path: '/system/ping' },
  notJudged: [
    { says: 'Who knows the API key. It may do everything, and Syncthing has one alone.' },
    { says: 'Devices that wait to be accepted.' },
  ],
})

/** A member that one check needs: without it that check cannot tell, and the others go on. */
const maybe = <T extends z.ZodType>(type: T) => type.optional().catch(undefined)

const Interface = z.object({
  enabled: z.boolean(),
  address: maybe(z.string()),
  user: maybe(z.string()),
  password: maybe(z.string()),
  authMode: maybe(z.enum(['static', 'ldap'])),
  useTLS: maybe(z.boolean()),
  insecureAdminAccess: maybe(z.boolean()),
  insecureSkipHostcheck: maybe(z.boolean()),
  insecureAllowFrameLoading: maybe(z.boolean()),
})

/** The member of an answer. Where Syncthing does not say it, or says what is not known, the resource is undecided. */
function tell<Answer extends object, Name extends keyof Answer & string>(
  ctx: Pick<CheckContext, 'known'>,
  answer: Answer,
  name: Name,
): NonNullable<Answer[Name]> {
  return ctx.known(answer[name], {
    kind: 'incomplete_data',
    message: `Syncthing does not say "${name}" as it used to.`,
  })
}

type SyncthingContext = Pick<CheckContext<{ readonly address: string }>, 'credentials' | 'get' | 'notApplicable'>

/** Reads the web interface and judges it, unless it is off. */
async function withInterface(
  ctx: SyncthingContext,
  judge: (gui: z.output<typeof Interface>, resource: Resource) => void,
): Promise<void> {
  const resource = { type: 'syncthing', id: ctx.credentials.address }
  const gui = await ctx.get('/config/gui', { schema: Interface })
  if (gui.enabled) judge(gui, resource)
  else ctx.notApplicable({ resource, title: 'The web interface is off' })
}

const interfacePassword = syncthing.check({
  id: 'interface-password',
  title: 'The web interface asks who signs in',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5'],
  run: (ctx) =>
    withInterface(ctx, (gui, resource) => {
      const { authMode, address } = gui
      const asks = () =>
        tell(ctx, gui, 'authMode') === 'ldap' || (tell(ctx, gui, 'user') !== '' && tell(ctx, gui, 'password') !== '')
      ctx.judge(resource, asks, {
        good: 'The web interface asks who signs in',
        bad: 'Whoever reaches the web interface administers it',
        remediation: 'Open Actions → Settings → GUI, and set a user and a password.',
        evidence: { authMode, address },
      })
    }),
})

const local = ['127.0.0.1:', '[::1]:', 'localhost:', '/', 'unix://']

const interfaceTls = syncthing.check({
  id: 'interface-tls',
  title: 'The web interface is reached by TLS, or from the machine alone',
  severity: 'high',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24'],
  run: (ctx) =>
    withInterface(ctx, (gui, resource) => {
      const { useTLS, address } = gui
      const isLocal = () => local.some((start) => tell(ctx, gui, 'address').startsWith(start))
      ctx.judge(resource, () => tell(ctx, gui, 'useTLS') || isLocal(), {
        good: 'The web interface is reached by TLS, or from the machine alone',
        bad: `The web interface at ${address} is reached without TLS`,
        remediation: 'Open Actions → Settings → GUI, and turn on "Use HTTPS for GUI".',
        evidence: { useTLS, address },
      })
    }),
})

const interfaceGuarded = syncthing.check({
  id: 'interface-guarded',
  title: 'The web interface keeps its guards',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.26'],
  run: (ctx) =>
    withInterface(ctx, (gui, resource) => {
      const { insecureAdminAccess, insecureSkipHostcheck, insecureAllowFrameLoading } = gui
      const gaps = [
        ...(insecureAdminAccess ? ['may be open without a password'] : []),
        ...(insecureSkipHostcheck ? ['takes requests for any host'] : []),
        ...(insecureAllowFrameLoading ? ['may be framed by any page'] : []),
      ]
      const isGuarded = () =>
        gaps.length === 0 &&
        !tell(ctx, gui, 'insecureAdminAccess') &&
        !tell(ctx, gui, 'insecureSkipHostcheck') &&
        !tell(ctx, gui, 'insecureAllowFrameLoading')
      ctx.judge(resource, isGuarded, {
        good: 'The web interface keeps its guards',
        bad: `The web interface ${gaps.join(' and ')}`,
        remediation: 'Open Actions → Advanced → GUI, and turn off what begins with "Insecure".',
        evidence: { insecureAdminAccess, insecureSkipHostcheck, insecureAllowFrameLoading },
      })
    }),
})

const Options = z.object({ insecureAllowOldTLSVersions: maybe(z.boolean()) })

const oldTlsRefused = syncthing.check({
  id: 'old-tls-refused',
  title: 'Devices connect by TLS 1.3',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24'],
  async run(ctx) {
    const options = await ctx.get('/config/options', { schema: Options })
    const { insecureAllowOldTLSVersions } = options
    const resource = { type: 'syncthing', id: ctx.credentials.address }
    ctx.judge(resource, () => !tell(ctx, options, 'insecureAllowOldTLSVersions'), {
      good: 'Devices connect by TLS 1.3',
      bad: 'Devices may connect by TLS 1.2',
      remediation: 'Open Actions → Advanced → Options, and turn off "Insecure Allow Old TLS Versions".',
      evidence: { insecureAllowOldTLSVersions },
    })
  },
})

const Status = z.object({ myID: z.string() })
const Sharing = z.object({
  deviceID: z.string(),
  name: z.string(),
  introducer: z.boolean(),
  autoAcceptFolders: z.boolean(),
  paused: z.boolean(),
})

const devicesLimited = syncthing.check({
  id: 'devices-limited',
  title: 'No other device decides what is shared',
  severity: 'high',
  controls: ['soc2:CC6.3', 'iso27001:A.8.3'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const { myID } = await ctx.get('/system/status', { schema: Status })
    const devices = ctx.paginate('/config/devices', {
      schema: Sharing,
      resource: { type: 'device', id: 'deviceID', name: 'name' },
      next: () => undefined,
    })
    for await (const { deviceID, name, introducer, autoAcceptFolders, paused } of devices) {
      if (deviceID === myID) continue
      const gaps = [
        ...(introducer ? ['introduces devices of its own'] : []),
        ...(autoAcceptFolders ? ['adds folders without being asked'] : []),
      ]
      ctx.judge({ type: 'device', id: deviceID, name }, () => gaps.length === 0, {
        good: `${name} decides nothing`,
        bad: `${name} ${gaps.join(' and ')}`,
        remediation: `Open ${name} → Edit → Sharing, and turn off "Introducer" and "Auto Accept".`,
        evidence: { introducer, autoAcceptFolders, paused },
      })
    }
  },
})

const Trust = z.object({ deviceID: z.string(), untrusted: z.boolean() })
const SharedFolder = z.object({
  id: z.string(),
  label: z.string(),
  devices: z.array(z.object({ deviceID: z.string(), encryptionPassword: maybe(z.string()) })),
})

/** How a folder is called in results. */
const folderResource = { type: 'folder', id: 'id', name: 'label' } as const

const untrustedEncrypted = syncthing.check({
  id: 'untrusted-encrypted',
  title: 'Devices that are not trusted hold encrypted data alone',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.24'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const devices = await Array.fromAsync(ctx.paginate('/config/devices', { schema: Trust, next: () => undefined }))
    const untrusted = new Set(devices.filter((device) => device.untrusted).map(({ deviceID }) => deviceID))
    const folders = ctx.paginate('/config/folders', {
      schema: SharedFolder,
      resource: folderResource,
      next: () => undefined,
    })
    for await (const folder of folders) {
      const { id, label } = folder
      const resource = { type: 'folder', id, name: label }
      const evidence = { untrusted: [...untrusted] }
      const others = folder.devices.filter(({ deviceID }) => untrusted.has(deviceID))
      if (others.length === 0)
        ctx.notApplicable({ resource, title: `${label} is shared with trusted devices alone`, evidence })
      else
        ctx.judge(resource, () => others.every((device) => tell(ctx, device, 'encryptionPassword') !== ''), {
          good: `${label} is encrypted for devices that are not trusted`,
          bad: `${label} is plain on a device that is not trusted`,
          remediation: `Open ${label} → Edit → Sharing, and give each device that is not trusted an encryption password.`,
          evidence,
        })
    }
  },
})

const VersionedFolder = z.object({
  id: z.string(),
  label: z.string(),
  type: z.enum(['sendreceive', 'receiveonly', 'sendonly', 'receiveencrypted']),
  versioning: z.object({ type: z.string() }),
})

const oldVersionsKept = syncthing.check({
  id: 'old-versions-kept',
  title: 'What a device deletes or overwrites is kept for a while',
  severity: 'medium',
  controls: ['soc2:A1.2', 'iso27001:A.8.13'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const folders = ctx.paginate('/config/folders', {
      schema: VersionedFolder,
      resource: folderResource,
      next: () => undefined,
    })
    for await (const { id, label, type, versioning } of folders) {
      const resource = { type: 'folder', id, name: label }
      const evidence = { type, versioning: versioning.type }
      if (type === 'sendonly') ctx.notApplicable({ resource, title: `${label} takes nothing from others`, evidence })
      else
        ctx.judge(resource, () => versioning.type !== '', {
          good: `${label} keeps old versions`,
          bad: `${label} keeps no old versions`,
          remediation: `Open ${label} → Edit → File Versioning, and choose one.`,
          evidence,
        })
    }
  },
})

export default syncthing.with(
  interfacePassword,
  interfaceTls,
  interfaceGuarded,
  oldTlsRefused,
  devicesLimited,
  untrustedEncrypted,
  oldVersionsKept,
)
