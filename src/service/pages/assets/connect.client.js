// The script that pages of a host load: <script src="https://checks.example.com/connect.js"></script>
// It opens the connect dialog and hears from it. It sees no credential: the dialog is a page of another origin.
;(() => {
  const base = new URL('.', document.currentScript.src)

  /**
   * @param options.token from the host's own server, which asked the API for it
   * @param options.onConnected gets { connectionId, connector }
   * @param options.onClose called once when the dialog is gone, also after onConnected
   * @returns { close }
   */
  function connect({ token, onConnected, onClose }) {
    const [, display] = /^(frame|window)\.[\w-]{43}$/.exec(token ?? '') ?? []
    if (display === undefined) throw new TypeError('Checkwright.connect: token must be one of a connect session')
    const url = new URL(`connect-dialog#${token}`, base)
    const shown = display === 'frame' ? openFrame(url, () => end()) : openWindow(url, () => end())
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      removeEventListener('message', hear)
      shown.close()
      onClose?.()
    }
    const hear = ({ origin, source, data }) => {
      // Anybody can send a message to this page: it counts from our dialog alone.
      if (origin !== base.origin || source !== shown.view() || data?.from !== 'checkwright') return
      if (data.type === 'connected') onConnected?.({ connectionId: data.connectionId, connector: data.connector })
      if (data.type === 'close') end()
    }
    addEventListener('message', hear)
    return { close: end }
  }

  function openFrame(url, end) {
    const dialog = document.createElement('dialog')
    const frame = document.createElement('iframe')
    frame.title = 'Connect'
    // It may not lead this page away. Windows of vendors, where people sign in, are free of that.
    frame.sandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'
    frame.src = url.href
    Object.assign(dialog.style, { padding: 0, border: 0, borderRadius: '12px', overflow: 'hidden' })
    Object.assign(dialog.style, {
      width: 'min(34rem, 96vw)',
      height: 'min(46rem, 92vh)',
      maxWidth: 'none',
      maxHeight: 'none',
    })
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: 0 })
    dialog.append(frame)
    document.body.append(dialog)
    dialog.addEventListener('close', end)
    dialog.showModal()
    return { view: () => frame.contentWindow, close: () => dialog.remove() }
  }

  function openWindow(url, end) {
    const opened = open(url.href, '_blank', 'popup,width=560,height=760')
    if (opened === null)
      throw new Error('Checkwright.connect: the browser did not open a window. Call it from a click.')
    // A window tells nobody that the person closed it.
    const watch = setInterval(() => opened.closed && end(), 500)
    return {
      view: () => opened,
      close: () => {
        clearInterval(watch)
        opened.close()
      },
    }
  }

  globalThis.Checkwright = Object.freeze({ connect })
})()
