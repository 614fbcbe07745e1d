// Shows an error with a reload button when the page has not started in ten seconds. It has no dependencies, because it has to
// work when a module of the page is missing.
setTimeout(() => {
  var boot = document.querySelector('[data-boot]')
  if (!boot) return
  boot.querySelector('h1').textContent = 'The wick does not catch'
  var why = document.createElement('p')
  why.textContent = 'Something on the way to you got lost.'
  var again = document.createElement('button')
  again.className = 'mc-button'
  again.dataset.kind = 'primary'
  again.textContent = 'Light it again'
  again.onclick = () => {
    location.reload()
  }
  boot.append(why, again)
}, 10000)
