import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Variables that a browser and its launchers need: the screen, the person's files and their programs. All others stay
 * here, because a browser passes its environment to extensions and helpers, and ours holds keys and passwords.
 */
const neededByBrowsers =
  /^(?:PATH|HOME|USER|USERNAME|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|TERM|BROWSER|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|DESKTOP_SESSION|GNOME_DESKTOP_SESSION_ID|KDE_FULL_SESSION|KDE_SESSION_VERSION|WSL_DISTRO_NAME|WSL_INTEROP|WSLENV|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|PSMODULEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES(?:\(X86\))?|PROGRAMW6432|COMMONPROGRAMFILES(?:\(X86\))?|USERPROFILE|USERDOMAIN|HOMEDRIVE|HOMEPATH|PUBLIC|ALLUSERSPROFILE)$/i

/** The part of an environment for the browser. */
export function pickBrowserEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => neededByBrowsers.test(name)))
}

// "open" starts the browser with the environment of its own process, so it gets a process of its own.
const launch = `
const { default: open } = await import(process.argv[1])
const browser = await open(process.argv[2])
browser.on('error', () => { process.exitCode = 1 })
`

/**
 * Opens an address in the browser of this machine. Its environment has none of our secrets.
 * @throws Error if there is none, or it does not start
 */
export async function openBrowser(url: string, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const args = ['--input-type=module', '--eval', launch, import.meta.resolve('open'), url]
  const launcher = spawn(process.execPath, args, { env: pickBrowserEnvironment(env), stdio: 'ignore' })
  const [code] = await once(launcher, 'exit')
  if (code !== 0) throw new Error('The browser could not be started.')
}
