package main

// pocketBaseImage is the record that PocketBase's likes are of; the program of pocketbase/ makes it.
const pocketBaseImage = "image0000000001"
