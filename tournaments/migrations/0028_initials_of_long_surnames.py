"""Lets the search keys of whoever has a surname of two characters be made anew after migrating.

Whoever has none gets keys at the end of every `migrate`, by what is connected to `post_migrate`.
"""

from functools import reduce
from operator import or_

from django.db import migrations
from django.db.models import Q

LONG = (
    '尉迟 长孙 令狐 单于 万俟 澹台 宇文 皇甫 慕容 欧阳 司马 司徒 司空 上官 诸葛 夏侯 东方 公孙 公冶 '
    '轩辕 钟离 端木 独孤 南宫 赫连 呼延 闻人 申屠 太史 濮阳 淳于 仲孙 拓跋 鲜于 纳兰 百里 西门 第五'
).split()


def forget_keys(apps, schema_editor):
    persons = apps.get_model('tournaments', 'Person').objects.using(schema_editor.connection.alias)
    names = ('name', 'aliases__name', 'doubles__name', 'doubles__aliases__name')
    for name in names:
        begins = reduce(or_, (Q(**{f'{name}__startswith': surname}) for surname in LONG))
        found = persons.filter(begins, blanked_at=None).values_list('pk', flat=True).distinct()
        persons.filter(pk__in=list(found)).update(search_key='')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_told_apart_by_number'),
    ]

    operations = [
        migrations.RunPython(forget_keys, migrations.RunPython.noop),
    ]
