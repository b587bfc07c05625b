@echo off
rem Windows: a double click starts Huapai with the club's own data. The window stays open at an error.
chcp 65001 >nul
cd /d "%~dp0"
set "PYTHON=python"
where /q py && set "PYTHON=py -3"
%PYTHON% manage.py serve %*
if errorlevel 9009 echo Python 3.11+: https://www.python.org/downloads/
if errorlevel 1 pause
