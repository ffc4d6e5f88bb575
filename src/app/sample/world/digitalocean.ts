import { company } from './company.ts'
import { type AnswerRequest, daysAgo, type SampleRequest } from './vendor-day.ts'

/** A cloud that is hardened in the first month. A database is opened by mistake in the ninth week, and closed five days later. */
export const answerDigitalOcean: AnswerRequest = (request) => {
  const { pathname } = request.url
  const [, cluster, part] = /^\/v2\/databases\/([^/]+)\/(firewall|backups)$/.exec(pathname) ?? []
  if (cluster && part) return { json: part === 'firewall' ? describeFirewall(cluster, request) : listBackups(request) }
  const answers: Readonly<Record<string, (request: SampleRequest) => object>> = {
    '/v2/account': () => ({
      account: {
        uuid: 'b6f0c1de',
        email: `cloud@${company.domain}`,
        status: 'active',
        team: { uuid: 't-1', name: company.name },
      },
    }),
    '/v2/firewalls': (of) => ({ firewalls: listFirewalls(of) }),
    '/v2/droplets': (of) => ({ droplets: listDroplets(of) }),
    '/v2/databases': (of) => ({ databases: listDatabases(of) }),
    '/v2/load_balancers': (of) => ({ load_balancers: [describeLoadBalancer(of)] }),
    '/v2/kubernetes/clusters': (of) => ({ kubernetes_clusters: [describeCluster(of)] }),
    '/v2/certificates': (of) => ({ certificates: [describeCertificate(of)] }),
    '/v2/monitoring/alerts': (of) => ({ policies: listAlerts(of) }),
  }
  const json = answers[pathname]?.(request)
  if (!json) return undefined
  const [items] = Object.values(json)
  return { json: Array.isArray(items) ? { ...json, links: {}, meta: { total: items.length } } : json }
}

function listFirewalls({ day }: SampleRequest) {
  const everybody = { addresses: ['0.0.0.0/0', '::/0'] }
  const office = { addresses: ['203.0.113.0/28'] }
  const web = { protocol: 'tcp', ports: '443', sources: everybody }
  const firewall = (id: string, name: string, ssh: object, dropletIds: readonly number[]) => ({
    id,
    name,
    status: 'succeeded',
    pending_changes: [],
    tags: [],
    droplet_ids: dropletIds,
    inbound_rules: [web, { protocol: 'tcp', ports: '22', sources: ssh }],
    outbound_rules: [{ protocol: 'tcp', ports: 'all', destinations: everybody }],
  })
  return [
    firewall('fw-web', 'web', day < 15 ? everybody : office, [301, 302, 303]),
    firewall('fw-jobs', 'jobs', office, [304, 305]),
  ]
}

function listDroplets(request: SampleRequest) {
  return ['web-1', 'web-2', 'web-3', 'jobs-1', 'jobs-2'].map((name, index) => ({
    id: 301 + index,
    name,
    status: 'active',
    locked: false,
    features: request.day >= 20 || index < 3 ? ['backups', 'monitoring', 'private_networking'] : ['monitoring'],
    backup_ids: request.day >= 20 || index < 3 ? [88_000 + index] : [],
    next_backup_window: null,
    tags: [],
    created_at: daysAgo(request, request.day + 300),
  }))
}

function listDatabases(request: SampleRequest) {
  return [
    ['db-orders', 'orders', 'pg'],
    ['db-reports', 'reports', 'pg'],
    ['db-cache', 'cache', 'valkey'],
  ].map(([id, name, engine]) => ({
    id,
    name,
    engine,
    status: 'online',
    version: '16',
    num_nodes: 2,
    created_at: daysAgo(request, request.day + 200),
  }))
}

function describeFirewall(cluster: string, request: SampleRequest) {
  const { day } = request
  const rule = (type: string, value: string) => ({
    uuid: `${cluster}-${value}`,
    cluster_uuid: cluster,
    type,
    value,
    description: '',
    created_at: daysAgo(request, request.day + 100),
  })
  const isOpen = cluster === 'db-reports' && day >= 60 && day < 65
  return { rules: [rule('droplet', '304'), ...(isOpen ? [rule('ip_addr', '0.0.0.0/0')] : [])] }
}

function listBackups(request: SampleRequest) {
  return {
    backups: [0.3, 1.3, 2.3].map((days) => ({
      created_at: daysAgo(request, days),
      size_gigabytes: 4.2,
      incremental: false,
    })),
    scheduled_backup_time: { backup_hour: 3, backup_minute: 30, backup_interval_hours: 24 },
    backup_progress: '100',
  }
}

function describeLoadBalancer({ day }: SampleRequest) {
  const forward = (entry: string, port: number) => ({
    entry_protocol: entry,
    entry_port: port,
    target_protocol: 'http',
    target_port: 8080,
    certificate_id: entry === 'https' ? 'cert-1' : '',
    tls_passthrough: false,
  })
  return {
    id: 'lb-1',
    name: 'shop',
    ip: '198.51.100.7',
    status: 'active',
    type: 'REGIONAL',
    network: 'EXTERNAL',
    forwarding_rules: [forward('https', 443), forward('http', 80)],
    redirect_http_to_https: day >= 8,
  }
}

function describeCluster({ day }: SampleRequest) {
  return {
    id: 'k8s-1',
    name: 'production',
    version: '1.33.1-do.0',
    auto_upgrade: day >= 25,
    surge_upgrade: true,
    ha: true,
    status: { state: 'running' },
    maintenance_policy: { day: 'sunday', start_time: '04:00' },
    control_plane_firewall: { enabled: day >= 31, allowed_addresses: ['203.0.113.0/28'] },
    node_pools: [],
    tags: [],
  }
}

function describeCertificate(request: SampleRequest) {
  return {
    id: 'cert-1',
    name: 'shop',
    not_after: daysAgo(request, -55),
    sha1_fingerprint: '0'.repeat(40),
    created_at: daysAgo(request, 35),
    dns_names: [`shop.${company.domain}`],
    state: 'verified',
    type: 'lets_encrypt',
  }
}

function listAlerts({ day }: SampleRequest) {
  if (day < 5) return []
  return [
    {
      uuid: 'alert-1',
      type: 'v1/insights/droplet/cpu',
      description: 'Processor above 80 %',
      compare: 'GreaterThan',
      value: 80,
      window: '5m',
      entities: [],
      tags: ['shop'],
      enabled: true,
      alerts: { email: [`platform@${company.domain}`], slack: [] },
    },
  ]
}
