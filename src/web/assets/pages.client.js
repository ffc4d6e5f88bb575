// What the pages do better with a script. Every page is complete without it.
