import { coversInternet, defineConnector, Undecided } from 'checkwright'
import { z } from 'zod'

const powerdns = defineConnector({
  id: 'powerdns',
  name: 'PowerDNS',
  version: '1.0.0',
  description:
    'Signatures, keys, transfers and updates of the zones of one PowerDNS Authoritative Server, and who reaches its API.',
  category: 'infrastructure',
  docsUrl: 'https://doc.powerdns.com/authoritative/http-api/',
  baseUrl: '{address}/api/v1/servers/localhost',
  credentialFields: [
    {
      id: 'address',
      label: 'Address',
      type: 'url',
      required: true,
      placeholder: 'https://dns.acme.example:8081',
      pattern: 'https?://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?',
    },
  ],
  // Lists leave the keys out. What is asked for one by one would have them.
  sensitive: ['privatekey', 'key'],
  auth: {
    type: 'api_key',
    config: {
      in: 'header',
      name: 'X-API-Key',
      setupInstructions:
        '1. Set `api=yes` and `api-key` in the configuration of PowerDNS.\n2. Enter the address of its web server and the key. PowerDNS has one key alone, and it may do everything.',
    },
  },
  test: { path: '/tsigkeys' },
  notJudged: [
    { says: 'Who knows the API key.' },
    { says: 'Whether the parent zone has the DS record of a zone.' },
    { says: 'Scripts in Lua that decide about transfers and updates.' },
  ],
})

const Zone = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['Native', 'Master', 'Producer', 'Slave', 'Consumer']),
  dnssec: z.boolean(),
})

const zonesSigned = powerdns.check({
  id: 'zones-signed',
  title: 'Zones are signed',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.20'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const zones = ctx.paginate('/zones', {
      schema: Zone,
      resource: { type: 'zone', id: 'id', name: 'name' },
      next: () => undefined,
    })
    for await (const { id, name, kind, dnssec } of zones) {
      const resource = { type: 'zone', id, name }
      const evidence = { dnssec, kind }
      if (kind === 'Slave' || kind === 'Consumer')
        ctx.notApplicable({ resource, title: `${name} is written at its primary server`, evidence })
      else
        ctx.judge(resource, () => dnssec, {
          good: `${name} is signed`,
          bad: `${name} is not signed`,
          remediation: `Run \`pdnsutil secure-zone ${name}\`, and give the DS record to the parent zone.`,
          evidence,
        })
    }
  },
})

const ZoneName = z.object({ id: z.string(), name: z.string() })
const CryptoKey = z.object({
  id: z.int(),
  active: z.boolean(),
  algorithm: z.string(),
  bits: z.int(),
  keytype: z.string(),
})

const weakAlgorithms = ['RSASHA1', 'RSASHA1-NSEC3-SHA1']
const rsaAlgorithms = ['RSASHA256', 'RSASHA512']
const curves = ['ECDSAP256SHA256', 'ECDSAP384SHA384', 'ED25519', 'ED448']

const zoneKeysStrong = powerdns.check({
  id: 'zone-keys-strong',
  title: 'Zones are signed by strong keys',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const zone of ctx.paginate('/zones', { schema: ZoneName, next: () => undefined })) {
      const keys = ctx.paginate(`/zones/${encodeURIComponent(zone.id)}/cryptokeys`, {
        schema: CryptoKey,
        resource: { type: 'dnssec_key', id: (read) => `${zone.id}/${read('id')}` },
        next: () => undefined,
      })
      for await (const { id, active, algorithm, bits, keytype } of keys) {
        if (!active) continue
        const gaps = [
          ...(weakAlgorithms.includes(algorithm) ? ['signs by SHA-1'] : []),
          ...(rsaAlgorithms.includes(algorithm) && bits < 2048 ? [`has ${bits} bits`] : []),
        ]
        const isStrong = () => {
          if (![...weakAlgorithms, ...rsaAlgorithms, ...curves].includes(algorithm))
            throw new Undecided('The algorithm of the key is an unknown word.')
          return gaps.length === 0
        }
        ctx.judge({ type: 'dnssec_key', id: `${zone.id}/${id}` }, isStrong, {
          good: `Key ${id} of ${zone.name} is strong`,
          bad: `Key ${id} of ${zone.name} ${gaps.join(' and ')}`,
          remediation: `Add a key of ECDSAP256SHA256 to ${zone.name}, roll over to it, and remove key ${id}.`,
          evidence: { algorithm, bits, keytype },
        })
      }
    }
  },
})

const TsigKey = z.object({
  id: z.string(),
  name: z.string(),
  algorithm: z.enum(['hmac-md5', 'hmac-sha1', 'hmac-sha224', 'hmac-sha256', 'hmac-sha384', 'hmac-sha512']),
})

const tsigStrong = powerdns.check({
  id: 'tsig-strong',
  title: 'Keys of transfers and updates are strong',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.24'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const keys = ctx.paginate('/tsigkeys', {
      schema: TsigKey,
      resource: { type: 'tsig_key', id: 'id', name: 'name' },
      next: () => undefined,
    })
    for await (const { id, name, algorithm } of keys)
      ctx.judge({ type: 'tsig_key', id, name }, () => algorithm !== 'hmac-md5' && algorithm !== 'hmac-sha1', {
        good: `${name} is of ${algorithm}`,
        bad: `${name} is of ${algorithm}`,
        remediation: `Make a TSIG key of hmac-sha256, give it to the other servers, and delete ${name}.`,
        evidence: { algorithm },
      })
  },
})

const Settings = z.array(z.object({ name: z.string(), value: z.string() }))
const server = { type: 'server', id: 'localhost' }

/** The value of a setting. A version that does not have it leaves the server undecided. */
function readSetting(settings: z.output<typeof Settings>, name: string): string {
  const setting = settings.find((each) => each.name === name)
  if (!setting) throw new Undecided(`PowerDNS does not say "${name}".`)
  return setting.value
}

/** What PowerDNS writes between commas. */
function isForEverybody(ranges: string): boolean {
  const covers = coversInternet(
    ranges
      .split(',')
      .map((range) => range.trim())
      .filter((range) => range !== ''),
  )
  if (covers === undefined) throw new Undecided('A range of addresses is none that can be read.')
  return covers
}

const transfersLimited = powerdns.check({
  id: 'transfers-limited',
  title: 'Nobody on the internet copies all zones',
  severity: 'high',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20'],
  async run(ctx) {
    const settings = await ctx.get('/config', { schema: Settings })
    const ranges = settings.find(({ name }) => name === 'allow-axfr-ips')?.value ?? ''
    const isOff = settings.some(({ name, value }) => name === 'disable-axfr' && value === 'yes')
    ctx.judge(server, () => !isForEverybody(readSetting(settings, 'allow-axfr-ips')) || isOff, {
      good: 'Transfers are limited to known addresses',
      bad: `Transfers are open to ${ranges}`,
      remediation: 'Name the addresses of your secondary servers in allow-axfr-ips, and restart PowerDNS.',
      evidence: { ranges },
    })
  },
})

const Metadata = z.object({ kind: z.string(), metadata: z.array(z.string()) })

const zoneTransfersLimited = powerdns.check({
  id: 'zone-transfers-limited',
  title: "No zone is open to everybody's transfers",
  severity: 'high',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const { id, name } of ctx.paginate('/zones', { schema: ZoneName, next: () => undefined })) {
      const resource = { type: 'zone', id, name }
      const entries = ctx.paginate(`/zones/${encodeURIComponent(id)}/metadata`, {
        schema: Metadata,
        next: () => undefined,
      })
      for await (const { kind, metadata } of entries) {
        if (kind !== 'ALLOW-AXFR-FROM') continue
        // AUTO-NS stands for the name servers of the zone itself.
        const ranges = metadata.filter((range) => range !== 'AUTO-NS')
        ctx.judge(resource, () => !isForEverybody(ranges.join(',')), {
          good: `${name} is copied by known addresses alone`,
          bad: `${name} is copied by everybody`,
          remediation: `Name the addresses of the secondary servers in ALLOW-AXFR-FROM of ${name}.`,
          evidence: { ranges: metadata },
        })
      }
    }
  },
})

const updatesLimited = powerdns.check({
  id: 'updates-limited',
  title: 'Nobody on the internet changes records by DNS',
  severity: 'critical',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20'],
  async run(ctx) {
    const settings = await ctx.get('/config', { schema: Settings })
    const ranges = settings.find(({ name }) => name === 'allow-dnsupdate-from')?.value ?? ''
    if (settings.some(({ name, value }) => name === 'dnsupdate' && value === 'no'))
      ctx.notApplicable({ resource: server, title: 'Updates by DNS are off', evidence: { ranges } })
    else
      ctx.judge(
        server,
        () => {
          readSetting(settings, 'dnsupdate')
          return !isForEverybody(readSetting(settings, 'allow-dnsupdate-from'))
        },
        {
          good: 'Updates come from known addresses alone',
          bad: `Updates come from ${ranges}`,
          remediation:
            'Name the addresses of those that update in allow-dnsupdate-from, demand TSIG keys by TSIG-ALLOW-DNSUPDATE, and restart PowerDNS.',
          evidence: { ranges },
        },
      )
  },
})

const apiLimited = powerdns.check({
  id: 'api-limited',
  title: 'The API is reached from known addresses alone',
  severity: 'high',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20'],
  async run(ctx) {
    const settings = await ctx.get('/config', { schema: Settings })
    const ranges = settings.find(({ name }) => name === 'webserver-allow-from')?.value ?? ''
    ctx.judge(server, () => !isForEverybody(readSetting(settings, 'webserver-allow-from')), {
      good: 'The API is reached from known addresses alone',
      bad: 'The API is reached from everywhere',
      remediation: 'Name the addresses of administrators in webserver-allow-from, and restart PowerDNS.',
      evidence: { ranges },
    })
  },
})

export default powerdns.with(
  zonesSigned,
  zoneKeysStrong,
  tsigStrong,
  transfersLimited,
  zoneTransfersLimited,
  updatesLimited,
  apiLimited,
)
