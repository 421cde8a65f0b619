"""Depot staff sign in here."""
import bcrypt

COST = 12


class AccountService:
    def __init__(self, accounts):
        self.accounts = accounts

    def set_password(self, name, password):
        """REQ-SEC-1: only the hash leaves this function."""
        self.accounts.save(name, bcrypt.hashpw(password.encode(), bcrypt.gensalt(rounds=COST)))

    def sign_in(self, name, password):
        stored = self.accounts.get(name)
        return stored is not None and bcrypt.checkpw(password.encode(), stored)
