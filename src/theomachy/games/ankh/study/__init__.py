"""What the lab varies and reads, what the fuzzer draws, the ledger of the facts."""
