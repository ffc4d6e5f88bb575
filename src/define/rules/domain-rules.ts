import { isPublicSuffix } from './host-rules.ts'

const domainsMax = 100

/** Domains below which anybody can have an address. Sub-domains of theirs are nobody's organization either. */
const publicMailDomains = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp hotmail.com hotmail.co.uk hotmail.fr
  hotmail.de hotmail.es hotmail.it live.com live.co.uk live.fr live.nl live.de msn.com passport.com windowslive.com
  yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.com.br yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.ca yahoo.in ymail.com
  rocketmail.com myyahoo.com icloud.com me.com mac.com aol.com aim.com verizon.net comcast.net att.net sbcglobal.net
  bellsouth.net cox.net proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.com tuta.io tutamail.com
  keemail.me gmx.com gmx.de gmx.net gmx.at gmx.ch gmx.us gmx.fr web.de freenet.de t-online.de mail.de posteo.de posteo.net
  mailbox.org fastmail.com fastmail.fm hey.com duck.com zoho.com zohomail.com zohomail.eu mail.com email.com usa.com
  mail.ru inbox.ru list.ru bk.ru internet.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua seznam.cz email.cz centrum.cz
  wp.pl o2.pl onet.pl interia.pl gazeta.pl abv.bg orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr libero.it virgilio.it
  alice.it tin.it tiscali.it ziggo.nl kpnmail.nl planet.nl telenet.be skynet.be bluewin.ch btinternet.com sky.com
  talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk bigpond.com optusnet.com.au xtra.co.nz rogers.com shaw.ca
  sympatico.ca uol.com.br bol.com.br terra.com.br ig.com.br qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn
  sohu.com aliyun.com 139.com 189.cn naver.com hanmail.net daum.net kakao.com nate.com rediffmail.com docomo.ne.jp
  ezweb.ne.jp softbank.ne.jp mailinator.com yopmail.com guerrillamail.com 10minutemail.com temp-mail.org sharklasers.com
  simplelogin.com simplelogin.co anonaddy.com addy.io relay.firefox.com mozmail.com privaterelay.appleid.com`.split(
    /\s+/,
  ),
)

/** The form in which domains are compared: lower case, ASCII. Undefined for what is no DNS name. */
export function normalizeDomain(text: string): string | undefined {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  if (/[/:@?#\\%[\]\s]/.test(name) || !URL.canParse(`https://${name}`)) return undefined
  const { hostname } = new URL(`https://${name}`)
  const labels = hostname.split('.')
  const isName =
    hostname.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  return isName ? hostname : undefined
}

/** Why texts cannot be the domains of an organization; undefined where they can. */
export function findDomainsProblem(domains: readonly string[]): string | undefined {
  if (domains.length > domainsMax) return `must be at most ${domainsMax} domains`
  return domains.map(findDomainProblem).find((problem) => problem !== undefined)
}

function findDomainProblem(text: string): string | undefined {
  const quoted = JSON.stringify(text.slice(0, 300))
  if (text.includes('*')) return `${quoted} has a wildcard; list each domain`
  const name = normalizeDomain(text)
  if (name === undefined) return `${quoted} is no domain; write it as "acme.example"`
  if (isPublicSuffix(name)) return `${quoted} is a public suffix, below which anybody has domains`
  const isPublic = name.split('.').some((_, index, labels) => publicMailDomains.has(labels.slice(index).join('.')))
  return isPublic ? `${quoted} is a public mail service, where anybody has an address` : undefined
}
