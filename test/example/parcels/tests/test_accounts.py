from parcels.accounts import AccountService


def test_password_is_hashed(accounts):
    """REQ-SEC-1"""
    AccountService(accounts).set_password("ada", "secret")
    assert b"secret" not in accounts.get("ada")
